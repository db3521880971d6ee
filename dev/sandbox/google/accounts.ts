// Pretend Google accounts: those of one family, and any that somebody types in.
import { hash } from "node:crypto";

export interface PretendAccount {
  readonly subject: string;
  readonly name: string;
  readonly email: string;
}

const prepared: readonly PretendAccount[] = [
  { subject: "sandbox-anna", name: "Anna Reyes", email: "anna@example.com" },
  { subject: "sandbox-ben", name: "Ben Reyes", email: "ben@example.com" },
  { subject: "sandbox-rose", name: "Rose Reyes", email: "rose@example.com" },
];

const maxTyped = 1_000;
const typed = new Map<string, PretendAccount>();

/** The same address is the same account, even after a restart. */
export function typedAccount(name: string, email: string): PretendAccount {
  const subject = `sandbox-${hash("sha256", email.toLowerCase()).slice(0, 24)}`;
  const account = { subject, name, email };
  if (typed.size >= maxTyped) typed.clear();
  typed.set(subject, account);
  return account;
}

export const preparedAccounts = (): readonly PretendAccount[] => prepared;

export const accountOf = (subject: string): PretendAccount | undefined =>
  prepared.find((account) => account.subject === subject) ?? typed.get(subject);
