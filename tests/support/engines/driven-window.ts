// A window of an engine that Playwright doesn't drive.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "vite";
import type { Driver, ElementId } from "./driver.ts";
import type { Step, Words } from "./finder.ts";
import type {
  ChosenFile,
  FilterOptions,
  Locator,
  PrintOptions,
  Role,
  StateOptions,
  Window,
} from "./window.ts";

/** As long as Playwright waits in these tests. */
const patience = 30_000;

/** The finder as one text for the page. */
const finder: string = await bundle();

async function bundle(): Promise<string> {
  const entry = join(import.meta.dirname, "finder.ts");
  const lib = { entry, formats: ["iife" as const], name: "finder", fileName: "finder" };
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { lib, write: false, minify: false },
  });
  const [result] = Array.isArray(built) ? built : [];
  const [chunk] = result?.output ?? [];
  if (!chunk) throw new Error("The finder could not be bundled.");
  return chunk.type === "chunk" ? chunk.code : "";
}

/** The text of a function that uses the finder. */
const inPage = (body: string): string => `async (given) => { ${finder}\n${body} }`;

const named: Readonly<Record<string, string>> = {
  ControlOrMeta: "\uE009",
  Shift: "\uE008",
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  Backspace: "\uE003",
  Space: " ",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};

/** A key, or several that are joined with "+". */
function pressIn(driver: Driver, keys: string): Promise<void> {
  const all = keys.split("+").map((key) => named[key] ?? key);
  return driver.press(all.slice(-1), all.slice(0, -1));
}

const words = (text: string | RegExp, isExact = false): Words =>
  typeof text === "string" ? { text, isExact } : { pattern: text.source, flags: text.flags };

/** Asks again and again until there is an answer. */
async function until<Answer>(
  ask: () => Promise<{ answer: Answer } | { reason: string }>,
  what: () => string,
  timeout = patience,
): Promise<Answer> {
  const end = Date.now() + timeout;
  for (;;) {
    // While a page is being replaced by another one, no question is answered.
    const heard = await ask().catch((error: Error) => ({ reason: error.message }));
    if ("answer" in heard) return heard.answer;
    if (Date.now() > end) throw new Error(`${what()} within ${timeout} ms: ${heard.reason}`);
    await sleep(50);
  }
}

class DrivenLocator implements Locator {
  readonly #driver: Driver;
  readonly steps: readonly Step[];

  constructor(driver: Driver, steps: readonly Step[]) {
    this.#driver = driver;
    this.steps = steps;
  }

  #and(...steps: Step[]): DrivenLocator {
    return new DrivenLocator(this.#driver, [...this.steps, ...steps]);
  }

  getByRole(
    role: Role,
    { name, exact, level }: { name?: string | RegExp; exact?: boolean; level?: number } = {},
  ) {
    const step: Step = { by: "role", role };
    return this.#and({
      ...step,
      ...(name !== undefined && { name: words(name, exact) }),
      ...(level !== undefined && { level }),
    });
  }

  getByText = (text: string | RegExp, { exact = false } = {}) =>
    this.#and({ by: "text", words: words(text, exact) });

  getByLabel = (text: string | RegExp, { exact = false } = {}) =>
    this.#and({ by: "label", words: words(text, exact) });

  locator = (css: string, options: FilterOptions = {}) => this.#and({ by: "css", css }).filter(options);

  first = () => this.nth(0);
  last = () => this.nth(-1);
  nth = (index: number) => this.#and({ by: "place", index });

  filter({ has, hasText }: FilterOptions = {}): DrivenLocator {
    return this.#and(
      ...(has ? [{ by: "has" as const, steps: stepsOf(has) }] : []),
      ...(hasText === undefined ? [] : [{ by: "hasText" as const, words: words(hasText) }]),
    );
  }

  and = (other: Locator) => this.#and({ by: "and", steps: stepsOf(other) });
  or = (other: Locator) => this.#and({ by: "or", steps: stepsOf(other) });

  #says = (deed: string) => () => `${this} could not be ${deed}`;

  toString(): string {
    return JSON.stringify(this.steps);
  }

  #element(how: "findReady" | "findOne", deed: string): Promise<ElementId> {
    const source = inPage(`return finder.${how}(given);`);
    const ask = async () => {
      const found = await this.#driver.find(source, this.steps);
      return typeof found === "string" ? { answer: found } : found;
    };
    return until(ask, this.#says(deed));
  }

  /** Reads something of the elements that are found now. */
  #readAll<Value>(expression: string): Promise<Value> {
    const source = inPage(`const all = finder.find(given); return ${expression};`);
    return until(
      async () => ({ answer: (await this.#driver.run(source, this.steps)) as Value }),
      this.#says("read"),
    );
  }

  /** Reads something of the one element that is found, as soon as there is one. */
  #read<Value>(expression: string): Promise<Value> {
    const body = `const element = finder.findOne(given);
      return typeof element === "string" ? { reason: element } : { answer: (await ${expression}) ?? null };`;
    const ask = async () => (await this.#driver.run(inPage(body), this.steps)) as { answer: Value };
    return until(ask, this.#says("read"));
  }

  async #enter(how: "fill" | "choose", value: string): Promise<void> {
    const source = inPage(`return finder.${how}(...given);`);
    const ask = async () => {
      const reason = await this.#driver.run(source, [this.steps, value]);
      return typeof reason === "string" ? { reason } : { answer: true };
    };
    await until(ask, this.#says("filled"));
  }

  async click(): Promise<void> {
    const act = async () => {
      await this.#driver.click(await this.#element("findReady", "clicked"));
      // A window that has closed, or has another page now, was clicked.
      const found = await this.#driver
        .find(inPage("return finder.findAfterClick();"), null)
        .catch(() => undefined);
      return typeof found === "object" ? found : { answer: true };
    };
    await until(act, this.#says("clicked"));
  }

  async #set(isWanted: boolean): Promise<void> {
    if ((await this.isChecked()) !== isWanted) await this.click();
    const ask = async () =>
      (await this.isChecked()) === isWanted ? { answer: true } : { reason: "It did not change." };
    await until(ask, this.#says("set"));
  }

  check = () => this.#set(true);
  uncheck = () => this.#set(false);

  async fill(value: string): Promise<void> {
    await this.#enter("fill", value);
  }

  async selectOption(labelOrValue: string): Promise<void> {
    await this.#enter("choose", labelOrValue);
  }

  async focus(): Promise<void> {
    await this.#read("element.focus()");
  }

  async pressSequentially(text: string): Promise<void> {
    await this.focus();
    await this.#driver.press([...text]);
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await pressIn(this.#driver, key);
  }

  async setInputFiles(files: ChosenFile | ChosenFile[]): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "porchlight-file-"));
    const paths: string[] = [];
    for (const { name, buffer } of [files].flat()) {
      const path = join(folder, name);
      await writeFile(path, buffer);
      paths.push(path);
    }
    await this.#driver.setFiles(await this.#element("findOne", "given a file"), paths);
    // The page may read it for as long as it is open. The operating system's cleaner is not to be relied on.
    setTimeout(() => rm(folder, { recursive: true, force: true }), patience).unref();
  }

  async waitFor({ state = "visible", timeout }: StateOptions = {}): Promise<void> {
    const conditions = {
      visible: "all.length === 1 && finder.isVisible(all[0])",
      hidden: "all.length === 0 || (all.length === 1 && !finder.isVisible(all[0]))",
      attached: "all.length === 1",
      detached: "all.length === 0",
    };
    const source = inPage(`const all = finder.find(given); return ${conditions[state]} || all.length;`);
    const ask = async () => {
      const heard = await this.#driver.run(source, this.steps);
      return heard === true ? { answer: true } : { reason: `${heard} are there.` };
    };
    await until(ask, () => `${this} was not ${state}`, timeout);
  }

  count = () => this.#readAll<number>("all.length");
  isVisible = () => this.#readAll<boolean>("all.length === 1 && finder.isVisible(all[0])");
  allTextContents = () => this.#readAll<string[]>('all.map((element) => element.textContent ?? "")');
  isChecked = () => this.#read<boolean>('element.checked ?? element.getAttribute("aria-checked") === "true"');
  isEnabled = () => this.#read<boolean>('!element.matches(":disabled, [aria-disabled=true]")');
  isEditable = () => this.#read<boolean>('!element.matches(":disabled, :read-only")');
  textContent = () => this.#read<string | null>("element.textContent");
  innerText = () => this.#read<string>("element.innerText");
  inputValue = () => this.#read<string>("element.value");
  getAttribute = (name: string) => this.#read<string | null>(`element.getAttribute(${JSON.stringify(name)})`);
  boundingBox = () => this.#read<DOMRect | null>("element.getBoundingClientRect()");
  evaluateAll = <Result>(read: (elements: HTMLElement[]) => Result) =>
    this.#readAll<Result>(`(${read})(all)`);
  evaluate = <Result>(read: (element: HTMLElement) => Result | Promise<Result>) =>
    this.#read<Result>(`(${read})(element)`);
}

function stepsOf(locator: Locator): Step[] {
  if (locator instanceof DrivenLocator) return [...locator.steps];
  throw new Error("This locator belongs to another engine.");
}

/** Width and height in millimeters. */
const sheets: Record<PrintOptions["format"], readonly [number, number]> = {
  Letter: [215.9, 279.4],
  A4: [210, 297],
};

export class DrivenWindow implements Window {
  readonly #driver: Driver;
  readonly #all: DrivenLocator;

  constructor(driver: Driver) {
    this.#driver = driver;
    this.#all = new DrivenLocator(driver, []);
  }

  getByRole: Window["getByRole"] = (role, options) => this.#all.getByRole(role, options);
  getByText: Window["getByText"] = (text, options) => this.#all.getByText(text, options);
  getByLabel: Window["getByLabel"] = (text, options) => this.#all.getByLabel(text, options);
  locator: Window["locator"] = (css, options) => this.#all.locator(css, options);

  readonly keyboard = {
    type: (text: string) => this.#driver.press([...text]),
    press: (key: string) => pressIn(this.#driver, key),
  };

  goto = (url: string) => this.#driver.goto(url);
  reload = () => this.#driver.reload();
  goBack = () => this.#driver.goBack();
  screenshot = () => this.#driver.screenshot();
  close = async () => void (await this.#driver.close());
  complaints = () => this.#driver.complaints();
  focused = () => this.#driver.focused(inPage("return finder.announce(document.activeElement);"));
  pdf = ({ format }: PrintOptions) => this.#driver.print(...sheets[format]);
  setViewportSize = ({ width, height }: { width: number; height: number }) =>
    this.#driver.setSize(width, height);

  async evaluate<Result>(read: (given: never) => Result | Promise<Result>, given?: unknown): Promise<Result> {
    return (await this.#driver.run(String(read), given)) as Result;
  }

  waitForEvent(event: "popup"): Promise<DrivenWindow>;
  waitForEvent(event: "close"): Promise<unknown>;
  waitForEvent(event: "popup" | "close"): Promise<unknown> {
    return event === "popup" ? this.#popup() : this.#closed();
  }

  async #popup(): Promise<DrivenWindow> {
    const before = await this.#driver.windows();
    const ask = async () => {
      const opened = (await this.#driver.windows()).find((name) => !before.includes(name));
      return opened ? { answer: opened } : { reason: "There is no new window." };
    };
    return new DrivenWindow(this.#driver.beside(await until<string>(ask, () => "No popup opened")));
  }

  async #closed(): Promise<void> {
    const ask = async () =>
      (await this.#driver.windows()).includes(this.#driver.name)
        ? { reason: "It is open." }
        : { answer: undefined };
    await until(ask, () => "The window did not close");
  }

  async waitForURL(url: string | RegExp): Promise<void> {
    const ask = async () => {
      const address = await this.evaluate(() => location.href);
      const isThere = typeof url === "string" ? address === url : url.test(address);
      return isThere ? { answer: true } : { reason: `It is at ${address}.` };
    };
    await until(ask, () => `The window did not come to ${url}`);
  }
}
