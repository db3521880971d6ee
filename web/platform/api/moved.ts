// Whether the answers at this address come from another one, to which the family has moved.
import { useSyncExternalStore } from "react";
import { movedToHeader } from "#contract/moved-to.ts";
import { Listeners } from "./listeners.ts";
import { onSessionChange, token, untilSignOut } from "./session.ts";

const key = `${untilSignOut}moved-to`;
const changes = new Listeners();

const movedTo = (): string | null => localStorage.getItem(key);

function store(origin: string | null): void {
  if (origin === movedTo()) return;
  if (origin) localStorage.setItem(key, origin);
  else localStorage.removeItem(key);
  changes.notify();
}

/**
 * Every answer to somebody who is signed in says where their family is. Somebody who opens an old link and is not signed in
 * here goes on to the new address.
 */
export function recordMove({ ok, headers }: Response, bearer: string | null | undefined): void {
  const origin = headers.get(movedToHeader);
  const current = token();
  if (bearer && bearer === current && (ok || origin)) store(origin);
  else if (origin && !current) location.replace(origin + location.pathname + location.search + location.hash);
}

function onChange(listener: () => void): () => void {
  const removers = [changes.add(listener), onSessionChange(listener)];
  return () => {
    for (const remove of removers) remove();
  };
}

/** The new address, or null while the family is here. */
export const useMovedTo = (): string | null => useSyncExternalStore(onChange, movedTo, () => null);
