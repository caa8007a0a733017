// Before the modules: fetch at once all that the view in the address needs first, as the links of index.html say.

{
  /** @type {any} */
  let link;
  const [, view = "library", mark = ""] = location.hash.match(/^#(\w+)([/=]?)/) ?? [];
  for (link of document.querySelectorAll(`link[data-views~="${view}"], link[data-views~="${view}${mark}"]`)) {
    if (link.rel === "stylesheet") {
      link.disabled = false;
      link.onerror = link.remove;
    } else link.rel = link.dataset.rel;
  }
}
