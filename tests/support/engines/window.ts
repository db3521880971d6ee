// What a journey may do in a window of any engine. It is a small part of Playwright's words with Playwright's meaning, so
// that a Playwright page is such a window, too.

export type Role = Parameters<import("playwright-core").Page["getByRole"]>[0];

interface TextOptions {
  exact?: boolean;
}

interface RoleOptions extends TextOptions {
  name?: string | RegExp;
  level?: number;
}

export interface FilterOptions {
  has?: Locator;
  hasText?: string | RegExp;
}

export interface WaitOptions {
  timeout?: number;
}

export interface StateOptions extends WaitOptions {
  state?: "visible" | "hidden" | "attached" | "detached";
}

export interface PrintOptions {
  format: "Letter" | "A4";
  /** The page's own rules decide on the margins. */
  preferCSSPageSize: true;
}

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How things on a page are found: by what people read and hear there. */
interface Finders {
  getByRole(role: Role, options?: RoleOptions): Locator;
  getByText(text: string | RegExp, options?: TextOptions): Locator;
  getByLabel(text: string | RegExp, options?: TextOptions): Locator;
  locator(css: string, options?: FilterOptions): Locator;
}

export interface Locator extends Finders {
  first(): Locator;
  last(): Locator;
  nth(index: number): Locator;
  filter(options?: FilterOptions): Locator;
  and(other: Locator): Locator;
  or(other: Locator): Locator;
  click(): Promise<void>;
  check(): Promise<void>;
  uncheck(): Promise<void>;
  fill(value: string): Promise<void>;
  pressSequentially(text: string): Promise<void>;
  press(key: string): Promise<void>;
  focus(): Promise<void>;
  selectOption(labelOrValue: string): Promise<unknown>;
  setInputFiles(files: ChosenFile | ChosenFile[]): Promise<void>;
  waitFor(options?: StateOptions): Promise<void>;
  count(): Promise<number>;
  isVisible(): Promise<boolean>;
  isChecked(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
  isEditable(): Promise<boolean>;
  textContent(): Promise<string | null>;
  innerText(): Promise<string>;
  allTextContents(): Promise<string[]>;
  getAttribute(name: string): Promise<string | null>;
  inputValue(): Promise<string>;
  boundingBox(): Promise<Box | null>;
  /** Reads something of the one element that is found. */
  evaluate<Result>(read: (element: HTMLElement) => Result | Promise<Result>): Promise<Result>;
  /** Reads something of the elements that are found now. */
  evaluateAll<Result>(read: (elements: HTMLElement[]) => Result): Promise<Result>;
}

export interface Window extends Finders {
  readonly keyboard: { type(text: string): Promise<void>; press(key: string): Promise<void> };
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  /** The next window that this page opens. The test begins to wait before it does what opens it. */
  waitForEvent(event: "popup"): Promise<Window>;
  waitForEvent(event: "close"): Promise<unknown>;
  waitForURL(url: string | RegExp): Promise<void>;
  evaluate<Result>(read: () => Result | Promise<Result>): Promise<Result>;
  evaluate<Result, Given>(read: (given: Given) => Result | Promise<Result>, given: Given): Promise<Result>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  screenshot(): Promise<Buffer>;
  pdf(options: PrintOptions): Promise<Buffer>;
  close(): Promise<void>;
}
