// Stores who is signed in on this device, under the specification's keys.
import { useSyncExternalStore } from "react";
import type { Role } from "#contract/families.ts";
import { roles } from "#contract/roles.ts";
import { Listeners } from "./listeners.ts";

const keys = ["token", "admin-token", "userRole", "grandparentNames"] as const;

export interface SignedIn {
  readonly token: string;
  readonly role: Role | null;
  readonly grandparentNames?: string | null;
}

const changes = new Listeners();

function write(key: (typeof keys)[number] | typeof personKey, value: string | null | undefined): void {
  if (value) localStorage.setItem(key, value);
  else localStorage.removeItem(key);
}

export const token = (): string | null => localStorage.getItem("token");

export function storedRole(): Role | null {
  const stored = localStorage.getItem("userRole");
  return roles.find((role) => role === stored) ?? null;
}

const storedGrandparentNames = (): string | null => localStorage.getItem("grandparentNames");

export function signIn({ token, role, grandparentNames }: SignedIn): void {
  write("token", token);
  remember(role, grandparentNames);
}

const unexchangedKey = "porchlight-unexchanged";

/**
 * Stores the token of a sign-in even if the server could not say yet whose it is. The next status call in any tab
 * exchanges it, so the mark is stored where every tab sees it, and before the token.
 */
export function signInLater(token: string): void {
  localStorage.setItem(unexchangedKey, token);
  signIn({ token, role: null });
}

export function endExchange(session: SignedIn): void {
  signIn(session);
  localStorage.removeItem(unexchangedKey);
}

/** This token is valid only for the status call. */
export const isToBeExchanged = (token: string): boolean => localStorage.getItem(unexchangedKey) === token;

/** The admin login stores its token under both names. */
export function signInAsAdmin(token: string): void {
  write("admin-token", token);
  write("token", token);
  changes.notify();
}

/** Stores the server's description of the person who is signed in. */
export function remember(role: Role | null, grandparentNames: string | null | undefined): void {
  write("userRole", role);
  // Somebody who entered the grandparents' names must not be greeted by them.
  write("grandparentNames", role === "grandparent" ? grandparentNames : null);
  changes.notify();
}

const personKey = "porchlight-person";

/**
 * The person whom the server named last. After a sign-in that expired, it tells whether the same person is back, who
 * then finds their drafts again. Logging out removes it.
 */
interface LastPerson {
  /** The token that the server named them for. Like the family, it is dropped when the session has ended. */
  token?: string;
  id: number;
  familyId?: number | null;
  /** Stands for their drafts in the memory of this device's tabs. */
  draftsId: string;
}

function lastPerson(): LastPerson | undefined {
  try {
    return JSON.parse(localStorage.getItem(personKey) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Call this before `remember`, which announces it. */
export function rememberPerson(id: number, familyId: number | null): void {
  const used = token();
  if (used === null) return;
  const last = lastPerson();
  const draftsId = last?.id === id ? last.draftsId : `${id} ${Date.now()}`;
  write(personKey, JSON.stringify({ token: used, id, familyId, draftsId } satisfies LastPerson));
}

function currentPerson(): LastPerson | undefined {
  const last = lastPerson();
  return last?.token === token() ? last : undefined;
}

/** Whose drafts are shown: null while nobody is signed in. */
export const draftsId = (): string | null => token() && (currentPerson()?.draftsId ?? token());

/** Names the person and the family in the keys of drafts. Undefined until both are known. */
export const useDraftOwner = (): string | undefined =>
  useSyncExternalStore(onSessionChange, draftOwner, () => undefined);

function draftOwner(): string | undefined {
  const person = currentPerson();
  return person && `${person.id}-${person.familyId}`;
}

/** What is stored under names that start like this is removed when the person signs out. */
export const untilSignOut = "porchlight-session-";

export function forget(): void {
  localStorage.removeItem(unexchangedKey);
  localStorage.removeItem(personKey);
  for (const key of keys) write(key, null);
  for (const key of Object.keys(localStorage)) if (key.startsWith(untilSignOut)) localStorage.removeItem(key);
  changes.notify();
}

const ends = new Listeners();

/** Signs out because the server has ended the session. */
export function endSession(): void {
  const last = lastPerson();
  forget();
  if (last) {
    const { id, draftsId } = last;
    write(personKey, JSON.stringify({ id, draftsId } satisfies LastPerson));
  }
  ends.notify();
}

/** Runs when the server has ended the session. */
export const onSessionEnd = ends.add;

/** Runs when somebody signs in or out, or their data changes, in this tab or another one. */
export function onSessionChange(listener: () => void): () => void {
  const remove = changes.add(listener);
  // This event means that another tab signed in or out.
  window.addEventListener("storage", listener);
  return () => {
    remove();
    window.removeEventListener("storage", listener);
  };
}

const onServer = () => null;

export const useToken = (): string | null => useSyncExternalStore(onSessionChange, token, onServer);
export const useStoredRole = (): Role | null => useSyncExternalStore(onSessionChange, storedRole, onServer);
export const useStoredGrandparentNames = (): string | null =>
  useSyncExternalStore(onSessionChange, storedGrandparentNames, onServer);
