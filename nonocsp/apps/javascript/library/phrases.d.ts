// What `.ci/npm` makes of `nonocsp/people/explanation/phrases.json`.

/** Sentences by key, with placeholders. */
declare const phrases: Record<string, string>;
export default phrases;
