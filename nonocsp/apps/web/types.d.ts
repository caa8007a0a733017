// What the types of browsers lack for the page's modules. Not part of the page.

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
  waitUntil?(work: Promise<unknown>): void;
  respondWith?(answer: Promise<Response>): void;
}
