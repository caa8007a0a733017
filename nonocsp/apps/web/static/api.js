// Questions to the server: a body of JSON goes out, lines of JSON come back.

// The server refused the question, stopped at a limit, or does not answer.
export class Refusal extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

// Ask one question. `progress` is called with each interim answer. An AbortSignal cancels the question
// and the work on the server.
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
    throw new Refusal("away", "The server does not answer. Your work is saved in this browser.");
  }
  let result;
  for await (const line of lines(answer)) {
    const { error, progress: interim, result: last } = JSON.parse(line);
    if (error) throw new Refusal(error.kind, error.message);
    if (interim !== undefined) progress?.(interim);
    if (last !== undefined) result = last;
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
  const body = await answer.json();
  if (body.error) throw new Refusal(body.error.kind, body.error.message);
  return body;
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

// A channel keeps only the newest question of a kind: asking again cancels the previous one, so that a
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

// Whether an error means only that a newer question replaced this one.
export const isStale = (error) => error.name === "AbortError";
