// Windows of Firefox, driven by WebDriver BiDi. One Firefox serves all windows of a worker, each in a context of its own. The
// size of text belongs to a whole Firefox, so each size has one.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newFolder } from "../folder.ts";
import type { SignIn } from "../profiles.ts";
import { type DeviceSettings, type Driver, type ElementId, type Heard, keyActions } from "./driver.ts";
import { hear, start } from "./programs.ts";

type Params = Record<string, unknown>;

interface Message {
  id?: number;
  type?: string;
  method?: string;
  params?: { level?: string; text?: string | null; source?: { context?: string } };
  result?: Params;
  error?: string;
  message?: string;
}

const preferences = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "intl.accept_languages": "en-US",
  // As on a phone, where the page is as wide as the window.
  "ui.useOverlayScrollbars": 1,
  // Firefox would ask a service of Mozilla for push messages.
  "dom.push.enabled": false,
  // A page of JSON would not belong to the server it came from.
  "devtools.jsonview.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.update.disabledForTesting": true,
};

/** The connection to one Firefox. */
class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (heard: Message) => void>();
  readonly complaints = new Map<string, string[]>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#hear(JSON.parse(String(data))));
  }

  static async start(browserText: number): Promise<Connection> {
    const profile = await newFolder();
    const chosen = { ...preferences, "font.size.variable.x-western": browserText };
    const lines = Object.entries(chosen).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    await writeFile(join(profile, "user.js"), lines.join("\n"));
    const args = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile];
    const child = start("firefox-esr", args, {
      folder: profile,
      env: { LANG: "en_US.UTF-8", MOZ_CRASHREPORTER_DISABLE: "1" },
    });
    const address = await hear(child, 2, /WebDriver BiDi listening on (ws:\S+)/);
    const socket = new WebSocket(`${address}/session`);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error("Firefox did not answer.")));
    });
    const connection = new Connection(socket);
    await connection.call("session.new", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
    await connection.call("session.subscribe", { events: ["log.entryAdded"] });
    return connection;
  }

  #hear(heard: Message): void {
    this.#waiting.get(heard.id ?? 0)?.(heard);
    const { level, text, source } = heard.params ?? {};
    const isBad = level === "error" || level === "warn";
    if (isBad && source?.context) this.complaints.get(source.context)?.push(text ?? "");
  }

  call(method: string, params: Params): Promise<Params> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`${method} took too long.`)), 90_000);
      this.#waiting.set(id, ({ type, result = {}, error, message }) => {
        clearTimeout(limit);
        this.#waiting.delete(id);
        if (type === "error") reject(new Error(`${method}: ${error}: ${message}`));
        else resolve(result);
      });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}

/** By the size of text. */
const connections = new Map<number, Promise<Connection>>();

/** Firefox says these itself, when a test breaks a connection, or leaves a page that is still loading. */
const expected = new RegExp(
  [
    ...["Cross-Origin-Opener-Policy", "NetworkError when attempting", "[Ll]oading (failed|dynamically)"],
    ...["can.t establish a connection", "A ServiceWorker intercepted the request and encountered"],
    "A ServiceWorker passed an Error Response",
  ].join("|"),
);

interface Remote {
  type: string;
  value?: unknown;
  sharedId?: ElementId;
}

export class FirefoxDriver implements Driver {
  readonly #firefox: Connection;
  readonly name: string;
  readonly #userContext: string;
  readonly close: () => Promise<unknown>;

  private constructor(firefox: Connection, name: string, userContext: string, close: () => Promise<unknown>) {
    this.#firefox = firefox;
    this.name = name;
    this.#userContext = userContext;
    this.close = close;
    firefox.complaints.set(name, []);
  }

  static async open({ timeZone, browserText = 16 }: DeviceSettings): Promise<FirefoxDriver> {
    const connection = connections.get(browserText) ?? Connection.start(browserText);
    connections.set(browserText, connection);
    const firefox = await connection;
    const { userContext } = await firefox.call("browser.createUserContext", {});
    const { context } = await firefox.call("browsingContext.create", { type: "window", userContext });
    const close = () => firefox.call("browser.removeUserContext", { userContext }).catch(() => undefined);
    const driver = new FirefoxDriver(firefox, String(context), String(userContext), close);
    if (timeZone)
      await driver.#call("emulation.setTimezoneOverride", { timezone: timeZone, contexts: [context] });
    return driver;
  }

  #call = (method: string, params: Params) => this.#firefox.call(method, params);
  #here = (method: string, params: Params = {}) => this.#call(method, { context: this.name, ...params });

  async windows(): Promise<string[]> {
    const { contexts } = (await this.#call("browsingContext.getTree", { maxDepth: 0 })) as {
      contexts: { context: string; userContext: string }[];
    };
    return contexts
      .filter(({ userContext }) => userContext === this.#userContext)
      .map(({ context }) => context);
  }

  beside(name: string): FirefoxDriver {
    const close = () => this.#call("browsingContext.close", { context: name });
    return new FirefoxDriver(this.#firefox, name, this.#userContext, close);
  }

  async #evaluate(functionDeclaration: string, given: unknown, sandbox?: string): Promise<Remote> {
    const heard = await this.#call("script.callFunction", {
      functionDeclaration,
      arguments: [{ type: "string", value: JSON.stringify(given ?? null) }],
      target: { context: this.name, ...(sandbox && { sandbox }) },
      awaitPromise: true,
      // As after a tap, so that pages may play sounds and copy text.
      userActivation: true,
    });
    const { type, result, exceptionDetails } = heard as {
      type: string;
      result: Remote;
      exceptionDetails?: { text: string };
    };
    if (type === "exception") throw new Error(exceptionDetails?.text);
    return result;
  }

  /** In the page's own world, because tests read and change its globals. */
  async run(source: string, given?: unknown): Promise<unknown> {
    const text = `async (given) => JSON.stringify(await (${source})(JSON.parse(given)))`;
    const { value } = await this.#evaluate(text, given);
    return value === undefined ? undefined : JSON.parse(String(value));
  }

  async find(source: string, given: unknown): Promise<ElementId | { reason: string }> {
    const found = await this.#evaluate(`(given) => (${source})(JSON.parse(given))`, given, "journeys");
    return found.sharedId ?? { reason: String(found.value) };
  }

  async goto(url: string): Promise<void> {
    await this.#here("browsingContext.navigate", { url, wait: "complete" });
  }

  async reload(): Promise<void> {
    await this.#here("browsingContext.reload", { wait: "complete" });
  }

  async goBack(): Promise<void> {
    await this.#here("browsingContext.traverseHistory", { delta: -1 });
  }

  async click(sharedId: ElementId): Promise<void> {
    const origin = { type: "element", element: { sharedId } };
    const actions = [
      { type: "pointerMove", x: 0, y: 0, origin },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.#here("input.performActions", { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  async press(keys: readonly string[], held?: readonly string[]): Promise<void> {
    const actions = keyActions(keys, held);
    await this.#here("input.performActions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  async setFiles(sharedId: ElementId, files: readonly string[]): Promise<void> {
    await this.#here("input.setFiles", { element: { sharedId }, files });
  }

  async setSize(width: number, height: number): Promise<void> {
    await this.#here("browsingContext.setViewport", { viewport: { width, height } });
  }

  async addCookies(cookies: NonNullable<SignIn["cookies"]>): Promise<void> {
    const { href } = new URL(String(await this.run("() => location.href")));
    const partition = { type: "storageKey", userContext: this.#userContext };
    for (const { name, value, url = href, path = "/", httpOnly = false, secure = false } of cookies) {
      const cookie = {
        name,
        value: { type: "string", value },
        domain: new URL(url).hostname,
        path,
        httpOnly,
        secure,
      };
      await this.#call("storage.setCookie", { cookie: { ...cookie, sameSite: "lax" }, partition });
    }
  }

  async print(width: number, height: number): Promise<Buffer> {
    const page = { width: width / 10, height: height / 10 };
    const { data } = await this.#here("browsingContext.print", { page });
    return Buffer.from(String(data), "base64");
  }

  /** BiDi only says whether an element has a role and a name. So it is asked about those that the page itself would compute. */
  async focused(guess: string): Promise<Heard> {
    const { value } = await this.#evaluate(guess, null, "journeys");
    const [element, ...likely] = value as [Remote, Remote, Remote];
    const [role, name] = likely.map((guessed) => String(guessed.value));
    const confirmed = async (kind: "role" | "name", guessed = ""): Promise<string> => {
      const { nodes } = await this.#here("browsingContext.locateNodes", {
        locator: { type: "accessibility", value: { [kind]: guessed } },
        startNodes: [element],
        maxNodeCount: 1,
      });
      return (nodes as Remote[])[0]?.sharedId === element.sharedId ? guessed : `(not ${guessed})`;
    };
    return { role: await confirmed("role", role), name: await confirmed("name", name) };
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#here("browsingContext.captureScreenshot");
    return Buffer.from(String(data), "base64");
  }

  async complaints(): Promise<string[]> {
    return (this.#firefox.complaints.get(this.name) ?? []).filter((text) => !expected.test(text));
  }
}
