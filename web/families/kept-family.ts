// The family as this device stores it, so that people can be called without a connection.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { User } from "#contract/accounts/sign-in.ts";
import type { Family } from "#contract/families.ts";

const key = "porchlight-family";
const emergencyKey = "porchlight-emergency-number";

export function keepFamily(family: Family): void {
  try {
    localStorage.setItem(key, JSON.stringify(family));
    localStorage.setItem(emergencyKey, family.emergencyNumber);
  } catch {
    // The storage is full or not available. The page still has the family.
  }
}

export function keptFamily(): Family | undefined {
  try {
    const family: Family = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(family.members) ? family : undefined;
  } catch {
    return undefined;
  }
}

export function forgetFamily(): void {
  localStorage.removeItem(key);
}

/** The last known emergency number. It is not personal, so it stays when the family is forgotten. */
export function keptEmergencyNumber(): string | null {
  try {
    return localStorage.getItem(emergencyKey);
  } catch {
    return null;
  }
}

/** Forgets what is stored of a family as soon as the person is no longer a member of it. */
export function useForgetLeftFamily(user: User | undefined): void {
  const queries = useQueryClient();
  const open = useRef<number>(undefined);
  useEffect(() => {
    if (!user) return;
    const isOut = (id: number | undefined) =>
      id !== undefined && !user.families.some((family) => family.id === id);
    if (isOut(keptFamily()?.id)) forgetFamily();
    if (isOut(open.current)) {
      void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== "account" });
    }
    open.current = user.familyId ?? undefined;
  }, [user, queries]);
}
