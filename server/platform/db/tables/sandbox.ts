import type { Generated } from "kysely";

interface SandboxMessages {
  id: Generated<number>;
  /** The providers that the sandbox stands in for. */
  channel: "push" | "sms" | "email";
  recipient: string;
  subject: string | null;
  text: string;
  sent_at: Date;
}

export interface SandboxTables {
  sandbox_messages: SandboxMessages;
}
