// The sandbox's way to its own provider.

import { type Fetches, googleAt } from "#server/accounts/google/google.ts";
import type { Config, Provider } from "#server/config.ts";
import type { Google, World } from "#server/world.ts";
import { fromHere, mount, providerFor } from "./provider.ts";

/** What Porchlight is to the sandbox's provider. */
export const sandboxClient = ({ publicUrl }: Config): Provider => ({
  issuer: publicUrl + mount,
  clientId: "porchlight",
  clientSecret: "there are no secrets in a sandbox",
  calendarRoot: new URL(publicUrl).origin,
});

async function listen(client: Provider): Promise<string> {
  // It loads the whole of fetch: at the first sign-in, not at the start.
  const { createServer } = await import("node:http");
  const { answer } = await providerFor(client);
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** By loopback: the public address may not lead from here to here, as behind a proxy. */
function backChannel(client: Provider): Fetches {
  const { origin } = new URL(client.issuer);
  let listening: Promise<string> | undefined;
  const here = () => {
    listening ??= listen(client);
    return listening;
  };
  return {
    async provider(url, { method, headers, body, signal }) {
      const form = body instanceof URLSearchParams ? body : null;
      const address = (await here()) + url.slice(origin.length);
      return fetch(address, { method, headers, body: form, signal: signal ?? null });
    },
    async calendars(asked, options) {
      const { pathname, search } = new URL(String(asked));
      return fetch((await here()) + mount + pathname + search, options);
    },
  };
}

export function sandboxGoogle(config: Config, log: World["log"]): Google {
  const client = sandboxClient(config);
  const google = googleAt(client, log, backChannel(client));
  return { ...google, addressFor: async (trip) => fromHere(await google.addressFor(trip), client.issuer) };
}
