// A window of WebKit, driven by W3C WebDriver. A WebKitWebDriver has one window, so each window has its own.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { newFolder } from "../folder.ts";
import { freePort } from "../free-port.ts";
import type { SignIn } from "../profiles.ts";
import type { Driver, ElementId } from "./driver.ts";
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

/** WebKit says these itself, when a test breaks a connection on purpose. */
const expected = /Failed to load resource|due to access control checks|net::ERR|Cross-Origin-Opener-Policy/;

export class WebKitDriver implements Driver {
  readonly #address: string;
  readonly #console: string;
  readonly #stop: () => void;
  #session = "";

  private constructor(address: string, console: string, stop: () => void) {
    this.#address = address;
    this.#console = console;
    this.#stop = stop;
  }

  static async open({ timeZone }: { timeZone?: string }): Promise<WebKitDriver> {
    const port = await freePort();
    const folder = await newFolder();
    const console = join(folder, "console");
    const child = start("WebKitWebDriver", [`--port=${port}`], {
      folder,
      env: {
        DISPLAY: `:${await screen()}`,
        GDK_BACKEND: "x11",
        LIBGL_ALWAYS_SOFTWARE: "1",
        NO_AT_BRIDGE: "1",
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
        PORCHLIGHT_CONSOLE: console,
        LANG: "en_US.UTF-8",
        ...(timeZone && { TZ: timeZone }),
      },
    });
    const driver = new WebKitDriver(`http://127.0.0.1:${port}`, console, () => child.stdin?.end());
    await driver.#begin();
    return driver;
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
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { sessionId } = (await this.#request("POST", "/session", { capabilities })) as {
      sessionId: string;
    };
    this.#session = `/session/${sessionId}`;
    await this.#call("POST", "/timeouts", { script: 20_000, pageLoad: 60_000, implicit: 0 });
  }

  async #request(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.#address + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(90_000),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  }

  #call(method: "GET" | "POST" | "DELETE", path: string, body: object = {}): Promise<unknown> {
    return this.#request(method, this.#session + path, method === "POST" ? body : undefined);
  }

  /** A script that throws answers, too: WebDriver would wait for it until the time is up. */
  async #execute(source: string, given: unknown): Promise<unknown> {
    const script = `const done = arguments[1];
      (async () => (${source})(arguments[0]))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = await this.#call("POST", "/execute/async", { script, args: [given ?? null] });
    const { value, error } = answer as { value?: unknown; error?: string };
    if (error) throw new Error(error);
    return value;
  }

  run = (source: string, given?: unknown) => this.#execute(source, given);

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

  async click(element: ElementId): Promise<void> {
    await this.#call("POST", `/element/${element}/click`);
  }

  async press(keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
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
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async addCookies(cookies: NonNullable<SignIn["cookies"]>): Promise<void> {
    for (const { name, value, path = "/", httpOnly = false, secure = false } of cookies)
      await this.#call("POST", "/cookie", {
        cookie: { name, value, path, httpOnly, secure, sameSite: "Lax" },
      });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(String(await this.#call("GET", "/screenshot")), "base64");
  }

  async complaints(): Promise<string[]> {
    const lines = await readFile(this.#console, "utf8").catch(() => "");
    return lines.split("\n").filter((line) => /^CONSOLE .*(ERROR|WARN)/.test(line) && !expected.test(line));
  }

  async close(): Promise<void> {
    await this.#call("DELETE", "").catch(() => undefined);
    this.#stop();
  }
}
