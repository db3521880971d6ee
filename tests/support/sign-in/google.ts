// Signs in with Google like a browser would, against the sandbox's real provider.
import { getStatus } from "#contract/accounts/sign-in.ts";
import type { Answer } from "#contract/endpoint.ts";
import { Client } from "../client.ts";
import type { Person } from "../people.ts";
import type { TestServer } from "../server.ts";

type Status = Answer<typeof getStatus>;

/** The address that an answer redirects the browser to. */
export async function locationOf(browser: Client, path: string, form?: URLSearchParams): Promise<string> {
  const response = await browser.fetch(form ? "POST" : "GET", path, form && { body: form });
  const location = response.headers.get("location");
  if (!location) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return location;
}

/** Follows the link on our page to the provider's account chooser. */
export async function leaveForGoogle(browser: Client, query: Record<string, string> = {}): Promise<string> {
  const provider = await locationOf(browser, `/api/auth/google?${new URLSearchParams(query)}`);
  return locationOf(browser, provider);
}

/** One of the prepared accounts, a new one by name and e-mail, or cancel. */
type Choice = Record<string, string>;

/** Chooses an account there, and returns the address on our side that the browser is redirected to. */
export async function chooseAt(browser: Client, page: string, choice: Choice): Promise<string> {
  return locationOf(browser, await locationOf(browser, page, new URLSearchParams(choice)));
}

/** Returns the address at which the app opens again. */
export const comeBack = (browser: Client, callback: string): Promise<string> => locationOf(browser, callback);

export async function signInAt(
  browser: Client,
  choice: Choice,
  query: Record<string, string> = {},
): Promise<string> {
  const page = await leaveForGoogle(browser, query);
  return comeBack(browser, await chooseAt(browser, page, choice));
}

export const returnTokenIn = (address: string): string =>
  new URL(address, "http://localhost").searchParams.get("token") ?? "";

/** Exchanges the return token in the address for a session, as the app does when it opens again. */
export async function exchange(browser: Client, address: string): Promise<Status> {
  browser.token = returnTokenIn(address);
  const status = await browser.call(getStatus);
  browser.token = status.token;
  return status;
}

/** Signs in with Google from beginning to end. */
export async function arriveByGoogle(
  server: TestServer,
  choice: Choice,
  query?: Record<string, string>,
): Promise<Status & Person> {
  const client = new Client(server.url);
  const status = await exchange(client, await signInAt(client, choice, query));
  const { id, displayName: name, familyId } = status.user;
  return { ...status, client, id, name, phoneNumber: "", familyId: familyId ?? 0 };
}
