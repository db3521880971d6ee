// A window of WebKit, driven by W3C WebDriver. A WebKitWebDriver has one window, so each window has its own.
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newFolder } from "../folder.ts";
import { freePort } from "../free-port.ts";
import type { SignIn } from "../profiles.ts";
import { type DeviceSettings, type Driver, type ElementId, type Heard, keyActions } from "./driver.ts";
import { hear, start } from "./programs.ts";

/** The name of an element's identifier in WebDriver. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

let display: Promise<string> | undefined;

/** One screen that nobody sees, for all windows of a worker. */
function screen(): Promise<string> {
  display ??= hear(
    start("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x3000x24", "-nolisten", "tcp"]),
    3,
    /(\d+)\n/,
  );
  return display;
}

type Method = "GET" | "POST" | "DELETE";

/** WebKit says these itself, when a test breaks a connection on purpose. */
const expected = /Failed to load resource|due to access control checks|net::ERR|Cross-Origin-Opener-Policy/;

/** A WebKitWebDriver with its browser: the window that was opened for a person, and those that its pages open. */
class Session {
  readonly #address: string;
  readonly #stop: () => void;
  /** Where the browser writes what its console says, and what it prints. */
  readonly folder: string;
  #path = "";
  /** The window that commands go to. */
  #current = "";
  #last: Promise<unknown> = Promise.resolve();

  private constructor(address: string, folder: string, stop: () => void) {
    this.#address = address;
    this.folder = folder;
    this.#stop = stop;
  }

  static async start({ timeZone, browserText = 16 }: DeviceSettings): Promise<Session> {
    const port = await freePort();
    const folder = await newFolder();
    const child = start("WebKitWebDriver", [`--port=${port}`], {
      folder,
      env: {
        DISPLAY: `:${await screen()}`,
        GDK_BACKEND: "x11",
        LIBGL_ALWAYS_SOFTWARE: "1",
        NO_AT_BRIDGE: "1",
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
        PORCHLIGHT_FOLDER: folder,
        PORCHLIGHT_TEXT: String(browserText),
        LANG: "en_US.UTF-8",
        ...(timeZone && { TZ: timeZone }),
      },
    });
    const session = new Session(`http://127.0.0.1:${port}`, folder, () => child.stdin?.end());
    await session.#begin();
    return session;
  }

  async #begin(): Promise<void> {
    const binary = join(import.meta.dirname, "webkit-window.py");
    const capabilities = {
      alwaysMatch: { acceptInsecureCerts: true, "webkitgtk:browserOptions": { binary, args: [] } },
    };
    for (let tries = 0; ; tries++) {
      const isUp = await fetch(`${this.#address}/status`).then(
        () => true,
        () => false,
      );
      if (isUp || tries > 100) break;
      await sleep(50);
    }
    const { sessionId } = (await this.#request("POST", "/session", { capabilities })) as {
      sessionId: string;
    };
    this.#path = `/session/${sessionId}`;
    await this.#request("POST", `${this.#path}/timeouts`, { script: 20_000, pageLoad: 60_000, implicit: 0 });
  }

  async #request(method: Method, path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.#address + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(90_000),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  }

  /** One command after another, because each goes to the window that was chosen last. */
  call(window: string, method: Method, path: string, body: object = {}): Promise<unknown> {
    const answer = this.#last.then(async () => {
      if (this.#current !== window) await this.#request("POST", `${this.#path}/window`, { handle: window });
      this.#current = window;
      return await this.#request(method, this.#path + path, method === "POST" ? body : undefined);
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async windows(): Promise<string[]> {
    return (await this.#request("GET", `${this.#path}/window/handles`)) as string[];
  }

  async close(): Promise<void> {
    await this.#request("DELETE", this.#path).catch(() => undefined);
    this.#stop();
  }
}

export class WebKitDriver implements Driver {
  readonly #session: Session;
  readonly name: string;
  readonly close: () => Promise<unknown>;

  private constructor(session: Session, name: string, close: () => Promise<unknown>) {
    this.#session = session;
    this.name = name;
    this.close = close;
  }

  static async open(settings: DeviceSettings): Promise<WebKitDriver> {
    const session = await Session.start(settings);
    const [window = ""] = await session.windows();
    return new WebKitDriver(session, window, () => session.close());
  }

  windows = () => this.#session.windows();

  beside = (name: string) =>
    new WebKitDriver(this.#session, name, () => this.#session.call(name, "DELETE", "/window"));

  #call = (method: Method, path: string, body?: object) => this.#session.call(this.name, method, path, body);

  /** A script that throws answers, too: WebDriver would wait for it until the time is up. */
  async #execute(source: string, given: unknown): Promise<unknown> {
    const script = `const done = arguments[1];
      (async () => (${source})(arguments[0]))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = await this.#call("POST", "/execute/async", { script, args: [given ?? null] });
    const { value, error } = answer as { value?: unknown; error?: string };
    if (error) throw new Error(error);
    return value;
  }

  /** What it returns comes as text, because WebDriver would turn "undefined" into null. */
  async run(source: string, given?: unknown): Promise<unknown> {
    const text = `async (given) => JSON.stringify(await (${source})(given))`;
    const answer = await this.#execute(text, given);
    return typeof answer === "string" ? JSON.parse(answer) : undefined;
  }

  async find(source: string, given: unknown): Promise<ElementId | { reason: string }> {
    const found = await this.#execute(source, given);
    if (typeof found === "string") return { reason: found };
    return (found as { [elementKey]: ElementId })[elementKey];
  }

  async goto(url: string): Promise<void> {
    await this.#call("POST", "/url", { url });
  }

  async reload(): Promise<void> {
    await this.#call("POST", "/refresh");
  }

  async goBack(): Promise<void> {
    await this.#call("POST", "/back");
  }

  async click(element: ElementId): Promise<void> {
    await this.#call("POST", `/element/${element}/click`);
  }

  async press(keys: readonly string[], held?: readonly string[]): Promise<void> {
    const actions = keyActions(keys, held);
    await this.#call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  async setFiles(element: ElementId, paths: readonly string[]): Promise<void> {
    await this.#call("POST", `/element/${element}/value`, { text: paths.join("\n") });
  }

  /** Sets the window's size until the page in it has the size that is wanted. */
  async setSize(width: number, height: number): Promise<void> {
    for (let tries = 0; tries < 5; tries++) {
      const inside = (await this.run("() => [innerWidth, innerHeight]")) as [number, number];
      if (inside[0] === width && inside[1] === height) return;
      const rect = (await this.#call("GET", "/window/rect")) as { width: number; height: number };
      const size = { width: rect.width + width - inside[0], height: rect.height + height - inside[1] };
      await this.#call("POST", "/window/rect", { x: 0, y: 0, ...size });
      await sleep(100);
    }
  }

  async addCookies(cookies: NonNullable<SignIn["cookies"]>): Promise<void> {
    for (const { name, value, path = "/", httpOnly = false, secure = false } of cookies)
      await this.#call("POST", "/cookie", {
        cookie: { name, value, path, httpOnly, secure, sameSite: "Lax" },
      });
  }

  async focused(): Promise<Heard> {
    const element = (await this.#call("GET", "/element/active")) as { [elementKey]: ElementId };
    const of = `/element/${element[elementKey]}`;
    return {
      role: String(await this.#call("GET", `${of}/computedrole`)),
      name: String(await this.#call("GET", `${of}/computedlabel`)),
    };
  }

  /** WebKitWebDriver can't print, so the browser does, when it finds paper. */
  async print(width: number, height: number): Promise<Buffer> {
    const [paper, printed] = [join(this.#session.folder, "paper"), join(this.#session.folder, "printed.pdf")];
    await writeFile(paper, `${width} ${height}`);
    for (let tries = 0; !existsSync(printed) && tries < 100; tries++) await sleep(50);
    const pdf = await readFile(printed);
    await rm(printed);
    return pdf;
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(String(await this.#call("GET", "/screenshot")), "base64");
  }

  async complaints(): Promise<string[]> {
    const lines = await readFile(join(this.#session.folder, "console"), "utf8").catch(() => "");
    return lines.split("\n").filter((line) => /^CONSOLE .*(ERROR|WARN)/.test(line) && !expected.test(line));
  }
}
