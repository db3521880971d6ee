// Chromium's virtual authenticator, and windows at localhost, because browsers don't allow passkeys at
// 127.0.0.1.
import type { CDPSession, Page } from "playwright-core";
import type { Person } from "../people.ts";
import { cookiesOf, type Visit, visitOf } from "../screens/visit.ts";
import type { TestServer } from "../server.ts";
import type { Windows } from "../window.ts";

/** The same server under a host name for which browsers allow passkeys. */
const atLocalhost = (server: TestServer): TestServer => ({
  ...server,
  url: server.url.replace("127.0.0.1", "localhost"),
});

// A headless browser would otherwise send a user agent that no real browser has.
const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

export const visitAtLocalhost = (server: TestServer, windows: Windows): Visit =>
  visitOf(atLocalhost(server), windows, { userAgent });

/** Moves a window to localhost, signed in if a person is given. */
export async function goToLocalhost(
  page: Page,
  server: TestServer,
  path: string,
  person?: Person,
): Promise<void> {
  const { url } = atLocalhost(server);
  if (person) {
    await page.context().addCookies(cookiesOf(url, person));
    await page.addInitScript((token) => localStorage.setItem("token", token), person.client.token ?? "");
  }
  await page.goto(url + path);
}

/** A device with a screen lock, attached to this window. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #authenticatorId: string;

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session;
    this.#authenticatorId = authenticatorId;
  }

  static async in(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Sets whether the owner unlocks the device when a passkey is requested. */
  async willUnlock(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#authenticatorId;
    await this.#session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  }

  /** The number of passkeys it holds. */
  async count(): Promise<number> {
    const authenticatorId = this.#authenticatorId;
    const { credentials } = await this.#session.send("WebAuthn.getCredentials", { authenticatorId });
    return credentials.length;
  }
}
