// What the browser keeps, as texts by name. Where it keeps nothing (private mode, blocked storage), everything
// lasts until the page is closed.

const unsaved = new Map();

/** @param {string} name */
export function read(name) {
  if (unsaved.has(name)) return unsaved.get(name);
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** A value that was kept as JSON, or null. @param {string} name */
export function recall(name) {
  try {
    return JSON.parse(read(name));
  } catch {
    return null;
  }
}

// What was chosen by name, out of options by their values; the usual value where nothing, or nothing sound, was kept.
/** @param {string} name @param {Record<string, object>} options @param {Record<string, string>} usual */
export function recallChoice(name, options, usual) {
  const found = recall(name);
  /** @param {string} one */
  const own = (one) => (Object.hasOwn(options[one], found?.[one]) ? found[one] : usual[one]);
  return Object.fromEntries(Object.keys(options).map((one) => [one, own(one)]));
}

/** Keep a text; false if the browser has no space left or keeps nothing. @param {string} name @param {string} text */
export function write(name, text) {
  try {
    localStorage.setItem(name, text);
    unsaved.delete(name);
    return true;
  } catch {
    unsaved.set(name, text);
    return false;
  }
}

/** @param {string} name */
export function forget(name) {
  unsaved.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // nothing was kept
  }
}

// The names of all that is kept.
export function names() {
  const found = new Set(unsaved.keys());
  try {
    for (let i = 0; i < localStorage.length; i++) found.add(localStorage.key(i));
  } catch {
    // nothing but what this page holds
  }
  return found;
}
