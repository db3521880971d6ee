// What an engine has to be able to do. Everything else is done in the page, in the same way in each engine.
import type { SignIn } from "../profiles.ts";

/** An element of a page, as an engine names it. */
export type ElementId = string & { readonly ofElement: unique symbol };

export interface Driver {
  /** Runs the text of a function in the page. What it is given and what it returns can be written as JSON. */
  run(source: string, given?: unknown): Promise<unknown>;
  /** Runs the text of a function that returns an element, or a sentence that says why there is none. */
  find(source: string, given: unknown): Promise<ElementId | { reason: string }>;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  click(element: ElementId): Promise<void>;
  /** Presses and releases each key. A key is a character, or one of WebDriver's code points. */
  press(keys: readonly string[]): Promise<void>;
  setFiles(element: ElementId, paths: readonly string[]): Promise<void>;
  setSize(width: number, height: number): Promise<void>;
  addCookies(cookies: NonNullable<SignIn["cookies"]>): Promise<void>;
  /** A picture of the window, as PNG. */
  screenshot(): Promise<Buffer>;
  /** The errors and warnings in the window's console. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}
