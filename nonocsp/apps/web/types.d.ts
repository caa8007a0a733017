// The types that several of the page's modules use, and what those of browsers lack. Not part of the page.

// Boards and puzzles, as `nonocsp/apps/web/messages.py` writes them.

/** To the right, and downwards. */
type Point = [number, number];

interface Line {
  axis: string;
  index: number;
}

/** Its length, its colour by name or number, and how it meets the block before it. */
type Block<Name = number> = [length: number | "?" | "*", colour: Name, joint?: string];

/** Null where there is none. */
type Clue<Name = number> = Block<Name>[] | null;

type ByAxis<Value> = Record<string, Value>;

interface Colour {
  name: string;
  rgb: string;
  char: string;
  safe?: string;
  triangle?: string;
}

/** As a file has it: with sides, or with cells and lines. */
interface GivenBoard {
  kind: string;
  sides?: number[];
  cells?: Point[][];
  lines?: ByAxis<number[][]>;
}

interface BoardData extends GivenBoard {
  title: string;
  noun: string;
  axes: string[];
  along: ByAxis<number[][]>;
  clued: ByAxis<number>;
  outlines: Point[][];
  outwards: ByAxis<([right: number, down: number, isBefore: boolean] | null)[]>;
}

interface PuzzleData {
  rows?: Clue<string>[];
  cols?: Clue<string>[];
  board?: BoardData;
  clues?: ByAxis<Clue<string>[]>;
  blank: Colour;
  colours: Colour[];
  title?: string;
  author?: string;
  licence?: string;
  goals?: string[][];
}

type Shape = import("./static/puzzle/shapes.js").Shape;
type Puzzle = import("./static/puzzle/model.js").Puzzle;
type Entry = import("./static/puzzle/catalogue.js").Entry;

/** Colours by the numbers of the cells. */
type Cells = number[] | Uint8Array;

interface Picture {
  cells: Uint8Array;
  shape: Shape;
}

/** Of rows and columns, ends included. */
interface Box {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Cells that a pointer or a key has gone over, as the board says it. */
interface StrokeEvent {
  cells: number[];
  tool: "first" | "second" | "third" | "same";
  first: boolean;
}

interface SavedGame {
  cells: number[];
  solved: boolean;
  seconds: number;
  hints: number;
  days: string[];
  number?: number;
  guess?: number;
  history?: unknown;
}

/** A section of the library: the numbers of its puzzles, and the minutes between which eight of ten are. */
interface Section {
  name: string;
  heading: string;
  numbers: number[];
  minutes?: [least: number, most: number];
  /** Whether it is for those who study puzzles: they have several solutions, or none. */
  study?: boolean;
}

/** `library.json`, with all numbers. */
interface Index {
  sections: Section[];
  words: Record<string, string>;
}

/** What lists need to know of a puzzle; of one without a rating the number alone. */
interface Row {
  number: number;
  longest?: number;
  cells?: number;
  colours?: number;
  word?: string;
  depth?: number;
  minutes?: number;
}

/** An entry of a section of the library. */
interface Facts {
  number: number;
  verdict: Verdict;
  count: number | string;
  rating?: { depth_word: string; depth: number; minutes: number };
  fog: Fog;
  puzzle: PuzzleData;
}

// Questions and answers: see `nonocsp/apps/web/endpoints.py`.

type Verdict = "unique" | "multiple" | "none" | "unknown";
type Place = [row: number, column: number];
type Change = [row: number, column: number, colour: number];

interface Fact {
  row: number;
  column: number;
}

interface Fog {
  width: number;
  height: number;
  shares: string;
}

/** What each answer about a puzzle may have. */
interface Found {
  status: string;
  pictures?: string[][];
  stopped_by?: string;
  stats?: Record<string, number>;
  puzzle?: PuzzleData;
  proposals: PuzzleData[];
}

type Checked = QuestionAnswers["check"];
type Counted = QuestionAnswers["solutions"];
type Repaired = QuestionAnswers["repair"];
type Hint = QuestionAnswers["hint"];
type Step = Hint["steps"][number] & { words?: import("./static/library/hints.js").Phrase[] };
type Argued = QuestionAnswers["argument"]["steps"][number];
type Diagnosed = QuestionAnswers["diagnose"];
type Typo = Diagnosed["changes"][number];

interface Answers extends QuestionAnswers {
  watch: {
    tree: import("../../people/watching/page/search/tree.js").Tree;
    stopped_by: string | null;
    stats: Record<string, number>;
  };
  typed: { puzzle: PuzzleData | null; faults: (Line & { text: string })[] };
  generate: { puzzle: PuzzleData; seed: number };
  photo: { rows: number[][]; blank: Colour; colours: Colour[] };
  sheets: {
    sheets: (Omit<import("./static/answers/photo.js").Sheet, "crops" | "clues"> & {
      crops: string;
      nodes: string;
      counts: string;
      arcs: string;
    })[];
  };
  straighten: { base64: string };
  readings: import("./static/answers/photo.js").Corrected;
  render: { svg: string };
  fog: Fog;
  parse: { format: string; summary: string; warnings: string[]; puzzles: PuzzleData[] };
  board: { board: BoardData };
  write: { base64: string; suffix: string; lost: string[] };
  formats: { formats: { name: string; summary: string; written: boolean }[] };
  begin: object;
  cell: { done: boolean };
}

type Question = keyof Answers;

/** What is known before the end of an answer. */
interface Interim extends Omit<Answers, "explain" | "generate" | "cell"> {
  explain: Step;
  generate: { attempt: number };
  cell: Output;
}

/** A part of what a cell of a notebook shows: one of these. */
interface Output {
  text?: string;
  html?: string;
  error?: string;
}

/** An entry of `notebooks.json`. */
interface NotebookData {
  name: string;
  title: string;
  summary: string;
  cells: { markdown?: string; code?: string }[];
}

interface Asking<Q extends Question = Question> {
  signal?: AbortSignal;
  progress?: (interim: Interim[Q]) => unknown;
  /** Without a limit on its time. */
  patient?: boolean;
  /** Not worth loading Python. */
  isCheap?: boolean;
}

/** A picture in a question: rows of colour numbers. */
interface SentPicture {
  rows: number[][];
  board?: BoardData;
  blank: Colour;
  colours: Colour[];
  title?: string;
}

/** A question about a puzzle, or about the puzzle that a picture describes. */
interface Asked {
  puzzle?: PuzzleData;
  picture?: SentPicture;
  grid?: number[][];
  seconds?: number;
  differ?: boolean;
  components?: boolean;
}

type Answer = <Q extends Question>(question: Q, data: object, how: Asking<Q>) => Promise<Answers[Q]>;

/** What a worker sends. */
interface Message {
  ready?: boolean;
  line?: string;
  end?: boolean;
  lost?: string;
}

// What the types of browsers lack.

/** Listeners of the page stand on elements, and its own events carry a detail. */
interface EventTarget {
  closest(selectors: string): HTMLElement | null;
}
interface Event {
  readonly detail?: any;
}

/** Of the service worker, with what the builder of the page writes before it. */
declare const VERSION: string;
declare const FILES: Record<string, string>;
declare const registration: { scope: string; [name: string]: any };
declare const clients: any;
declare const skipWaiting: () => Promise<void>;
interface Event {
  readonly request?: any;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}
