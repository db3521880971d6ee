import type { Generated } from "kysely";

interface SandboxMessages {
  id: Generated<number>;
  channel: "sms" | "email" | "push";
  recipient: string;
  subject: string | null;
  text: string;
  sent_at: Date;
}

export interface SandboxTables {
  sandbox_messages: SandboxMessages;
}
