// Pictures, recordings, marks and words that were not sent yet. They outlive the cards and pages that show them.
import { useSyncExternalStore } from "react";
import { Listeners } from "#web/platform/api/listeners.ts";
import { draftsId } from "#web/platform/api/session.ts";

/** The drafts of the person who is signed in. They survive a sign-in that expires, and nobody else sees them. */
export class MemoryDrafts<Key, Draft> {
  readonly #drafts = new Map<string, Map<Key, Draft>>();
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.add;

  /** The owner is checked on each use, because a recording can end after its person has logged out. */
  #own(): Map<Key, Draft> {
    const owner = draftsId();
    const own = (owner !== null && this.#drafts.get(owner)) || new Map<Key, Draft>();
    if (owner !== null) this.#drafts.set(owner, own);
    return own;
  }

  get(key: Key): Draft | undefined {
    return this.#own().get(key);
  }

  /** Undefined removes the draft. */
  set(key: Key, draft: Draft | undefined): void {
    if (draft === undefined) this.#own().delete(key);
    else this.#own().set(key, draft);
    this.#listeners.notify();
  }
}

/** The current draft, also if it changes after the card that sent it is gone, and a function that replaces it. */
export function useMemoryDraft<Key, Draft>(drafts: MemoryDrafts<Key, Draft>, key: Key) {
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(key));
  return [draft, (next: Draft | undefined) => drafts.set(key, next)] as const;
}
