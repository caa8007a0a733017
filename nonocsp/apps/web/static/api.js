// Questions to the server: a body of JSON goes out, lines of JSON come back.

// The server refused the question, stopped at a limit, or does not answer.
export class Refusal extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

// Ask one question; `progress` is told what comes before the result. An AbortSignal cancels it, and
// with it the work of the server.
export async function ask(question, data, { signal, progress } = {}) {
  let answer;
  try {
    answer = await fetch(`/api/${question}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("away", "The server does not answer. What you have done is kept.");
  }
  let result;
  for await (const line of lines(answer)) {
    const said = JSON.parse(line);
    if (said.error) throw new Refusal(said.error.kind, said.error.message);
    if ("progress" in said) progress?.(said.progress);
    if ("result" in said) result = said.result;
  }
  if (result === undefined) throw new Refusal("away", "The server stopped in the middle of its answer.");
  return result;
}

export async function get(path) {
  let answer;
  try {
    answer = await fetch(path);
  } catch {
    throw new Refusal("away", "The server does not answer.");
  }
  const said = await answer.json();
  if (said.error) throw new Refusal(said.error.kind, said.error.message);
  return said;
}

async function* lines(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const parts = (rest + value).split("\n");
      rest = parts.pop();
      yield* parts.filter(Boolean);
    }
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("away", "The server stopped in the middle of its answer.");
  } finally {
    reader.cancel().catch(() => {});
  }
  if (rest) yield rest;
}

// Of one kind of question only the newest matters: asking again cancels the one before, so that a
// stale answer never overwrites a newer one.
export class Channel {
  #current = null;

  async ask(question, data, options = {}) {
    this.cancel();
    const own = (this.#current = new AbortController());
    try {
      return await ask(question, data, { ...options, signal: own.signal });
    } finally {
      if (this.#current === own) this.#current = null;
    }
  }

  cancel() {
    this.#current?.abort();
    this.#current = null;
  }

  get busy() {
    return this.#current !== null;
  }
}

// Whether an error only says that a newer question took the place of this one.
export const isStale = (error) => error.name === "AbortError";
