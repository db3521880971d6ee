// The sandbox's way to its own provider.
import { createServer } from "node:http";
import type { CustomFetch } from "openid-client";
import type { Config, Provider } from "../../config.ts";
import { googleAt } from "../../senders/google.ts";
import type { Google, World } from "../../world.ts";
import { fromHere, mount, providerFor } from "./provider.ts";

/** What Porchlight is to the sandbox's provider. */
export const sandboxClient = ({ publicUrl }: Config): Provider => ({
  issuer: publicUrl + mount,
  clientId: "porchlight",
  clientSecret: "there are no secrets in a sandbox",
});

async function listen(client: Provider): Promise<string> {
  const { answer } = await providerFor(client);
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** By loopback: the public address may not lead from here to here, as behind a proxy. */
function backChannel(client: Provider): CustomFetch {
  const { origin } = new URL(client.issuer);
  let here: Promise<string> | undefined;
  return async (url, { method, headers, body, signal }) => {
    here ??= listen(client);
    const form = body instanceof URLSearchParams ? body : null;
    const address = (await here) + url.slice(origin.length);
    return fetch(address, { method, headers, body: form, signal: signal ?? null });
  };
}

export function sandboxGoogle(config: Config, log: World["log"]): Google {
  const client = sandboxClient(config);
  const google = googleAt(client, log, backChannel(client));
  return { ...google, addressFor: async (trip) => fromHere(await google.addressFor(trip), client.issuer) };
}
