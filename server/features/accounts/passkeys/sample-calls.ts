import type * as passkeys from "#contract/accounts/passkeys.ts";
import { Client } from "#tests/support/client.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";
import type { TestServer } from "#tests/support/server.ts";
import { Authenticator } from "#tests/support/sign-in/authenticator.ts";
import { newPasskeyOptions, pageOf, signInOptions, withPasskey } from "#tests/support/sign-in/passkeys.ts";

const fromPage = (server: TestServer) => ({ headers: { origin: pageOf(server) } });

export const passkeyCalls: SampleCalls<typeof passkeys> = {
  "GET /api/account/passkeys": {},
  "POST /api/account/passkeys/options": {
    prepare: ({ server }) => fromPage(server),
    records: "nothing: it is a step on the way to something that is recorded",
  },
  "POST /api/account/passkeys": {
    async prepare({ server, caller }) {
      const options = await newPasskeyOptions(server, caller.client);
      return { ...fromPage(server), body: new Authenticator(pageOf(server)).make(options) };
    },
    records: [["Anna Reyes", { kind: "passkey-added", passkey: "A browser" }]],
  },
  "DELETE /api/account/passkeys/:id": {
    prepare: async ({ server, caller }) => ({
      params: { id: (await withPasskey(server, caller)).passkey.id },
    }),
    records: [["Anna Reyes", { kind: "passkey-removed", passkey: "A browser" }]],
  },
  "POST /api/auth/passkey/options": {
    prepare: ({ server }) => fromPage(server),
    records: "nothing: it is a step on the way to something that is recorded",
  },
  "POST /api/auth/passkey": {
    async prepare({ server, anna }) {
      const { authenticator } = await withPasskey(server, anna);
      const client = new Client(server.url);
      const body = authenticator.sign(await signInOptions(server, client));
      return { by: { client }, ...fromPage(server), body };
    },
    records: [["Anna Reyes", { kind: "signed-in-on-new-device", device: "A browser" }]],
  },
};
