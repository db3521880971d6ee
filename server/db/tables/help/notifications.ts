import type { Generated } from "kysely";

interface PushSubscriptions {
  id: Generated<number>;
  person_id: number;
  session_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Date;
  /** When a message has arrived there last, as far as we know. */
  proven_at: Date | null;
}

export interface NotificationTables {
  push_subscriptions: PushSubscriptions;
}
