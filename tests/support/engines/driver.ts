// What an engine has to be able to do. Everything else is done in the page, in the same way in each engine.
import type { SignIn } from "../profiles.ts";

/** An element of a page, as an engine names it. */
export type ElementId = string & { readonly ofElement: unique symbol };

/** What a screen reader says of an element. */
export interface Heard {
  role: string;
  name: string;
}

/** In WebDriver's words: each key is pressed and released, while others are held. */
export const keyActions = (keys: readonly string[], held: readonly string[] = []) => [
  ...held.map((value) => ({ type: "keyDown", value })),
  ...keys.flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]),
  ...held.map((value) => ({ type: "keyUp", value })),
];

/** What a person has set on the device. */
export interface DeviceSettings {
  timeZone?: string;
  /** The browser's own size of text. */
  browserText?: number;
}

export interface Driver {
  /** The engine's own name of this window. */
  readonly name: string;
  /** The names of this person's windows: this one, and those that pages have opened. */
  windows(): Promise<string[]>;
  /** Another of these windows. */
  beside(name: string): Driver;
  /** Runs the text of a function in the page. What it is given and what it returns can be written as JSON. */
  run(source: string, given?: unknown): Promise<unknown>;
  /** Runs the text of a function that returns an element, or a sentence that says why there is none. */
  find(source: string, given: unknown): Promise<ElementId | { reason: string }>;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  goBack(): Promise<void>;
  click(element: ElementId): Promise<void>;
  /** Presses and releases each key, while others are held. A key is a character, or one of WebDriver's code points. */
  press(keys: readonly string[], held?: readonly string[]): Promise<void>;
  setFiles(element: ElementId, paths: readonly string[]): Promise<void>;
  setSize(width: number, height: number): Promise<void>;
  addCookies(cookies: NonNullable<SignIn["cookies"]>): Promise<void>;
  /**
   * What has the focus, as the engine tells it to a screen reader. The text of a function returns the element, and the role
   * and name that it is likely to have.
   */
  focused(guess: string): Promise<Heard>;
  /** Prints the page on sheets of this size in millimeters. Returns the PDF. */
  print(width: number, height: number): Promise<Buffer>;
  /** A picture of the window, as PNG. */
  screenshot(): Promise<Buffer>;
  /** The errors and warnings in the window's console. */
  complaints(): Promise<string[]>;
  close(): Promise<unknown>;
}
