// Chromium's own virtual authenticator, and windows at localhost: browsers know no passkeys at 127.0.0.1.
import type { CDPSession, Page } from "playwright-core";
import type { Somebody } from "../people.ts";
import { deviceOf } from "../screens/visit.ts";
import type { TestServer } from "../server.ts";
import type { WindowOptions, Windows } from "../window.ts";

const localhost = ({ url }: TestServer): string => url.replace("127.0.0.1", "localhost");

// A browser without a screen would otherwise call itself something that nobody uses.
const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Opens a page at a host name that may have passkeys. */
export const openAtLocalhost = (
  server: TestServer,
  windows: Windows,
  path: string,
  somebody?: Somebody,
  options: WindowOptions = {},
): Promise<Page> =>
  windows.open(localhost(server) + path, {
    userAgent,
    ...options,
    ...(somebody && deviceOf(localhost(server), somebody)),
  });

/** A device with a screen lock in this window. */
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
        ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Whether its owner unlocks it when it is asked for a passkey, or says no. */
  async willUnlock(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#authenticatorId;
    await this.#session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  }
}
