// Passkeys over HTTP, on pages at localhost as in the sandbox.
import { randomBytes } from "node:crypto";
import {
  addPasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from "#contract/accounts/passkeys.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { Client } from "../client.ts";
import type { Person } from "../people.ts";
import type { TestServer } from "../server.ts";
import { Authenticator } from "./authenticator.ts";

export const pageOf = ({ world }: TestServer): string => world.config.publicUrl;

/** Sends a request as a page does: with the Origin header that browsers add to every write. */
export const askFromPage = <E extends EndpointShape>(
  server: TestServer,
  client: Client,
  endpoint: E,
  body?: unknown,
) => client.ask(endpoint, { headers: { origin: pageOf(server) }, ...(body !== undefined && { body }) });

async function callFromPage<E extends EndpointShape>(
  server: TestServer,
  client: Client,
  endpoint: E,
  body?: unknown,
) {
  const { status, body: answer } = await askFromPage(server, client, endpoint, body);
  if (status >= 300) throw new Error(`${endpoint.path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

export const newPasskeyOptions = (server: TestServer, client: Client) =>
  callFromPage(server, client, startPasskey);

export const signInOptions = (server: TestServer, client: Client) =>
  callFromPage(server, client, startPasskeySignIn);

/** Adds a passkey to the account and returns the device that holds it. */
export async function withPasskey(server: TestServer, { client }: Person) {
  const authenticator = new Authenticator(pageOf(server));
  const made = authenticator.make(await newPasskeyOptions(server, client));
  const passkey = await callFromPage(server, client, addPasskey, made);
  return { authenticator, passkey };
}

/** Signs in with a passkey, in a browser that is signed out. */
export async function signInWith(
  server: TestServer,
  authenticator: Authenticator,
  client = new Client(server.url),
) {
  const signed = authenticator.sign(await signInOptions(server, client));
  const answer = await callFromPage(server, client, signInByPasskey, signed);
  client.token = answer.token;
  return { client, ...answer };
}

/** Adds a row for a passkey on another device, which is never used to sign in. */
export async function addPasskeyRow({ database, clock }: TestServer, { id }: Person): Promise<number> {
  const row = {
    person_id: id,
    credential_id: randomBytes(16).toString("base64url"),
    public_key: Buffer.alloc(77),
    counter: 0,
    transports: [],
    is_backed_up: false,
    name: "Safari on iPad",
    created_at: clock.now(),
  };
  const added = database.kysely.insertInto("passkeys").values(row).returning("id");
  return (await added.executeTakeFirstOrThrow()).id;
}
