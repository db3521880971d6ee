import type { Generated } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { Refusal } from "#contract/reachability.ts";

interface Messages {
  id: Generated<number>;
  kind: string;
  about: Generated<string>;
  subject_id: number | null;
  family_id: number | null;
  person_id: number | null;
  channel: Channel;
  /** The address, if it is not one of the person's account. */
  address: string | null;
  is_urgent: boolean;
  state: Generated<"WAITING" | "ACCEPTED" | "ARRIVED" | "FAILED" | "STOPPED">;
  created_at: Date;
  due_at: Date;
  /** The end of the lease of the server that is sending it; after a failed attempt, the time of that attempt. */
  lease_until: Date | null;
  attempts: Generated<number>;
  provider_id: string | null;
}

interface PushSubscriptions {
  id: Generated<number>;
  person_id: number;
  session_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Date;
  /** The last time that a message is known to have arrived there. */
  proven_at: Date | null;
}

interface ContactMethods {
  person_id: number;
  channel: Channel;
  proven_at: Date | null;
  /** When a provider refused the address for good, if that was after the last proof. */
  refused_at: Date | null;
  refusal: Refusal | null;
  tested_at: Date | null;
  unanswered_since: Date | null;
}

interface StoppedNumbers {
  number_hash: Buffer;
  stopped_at: Date;
}

export interface MessageTables {
  messages: Messages;
  contact_methods: ContactMethods;
  push_subscriptions: PushSubscriptions;
  stopped_numbers: StoppedNumbers;
}
