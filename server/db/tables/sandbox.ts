import type { Generated } from "kysely";
import type { Channel } from "#contract/messages.ts";

interface SandboxMessages {
  id: Generated<number>;
  channel: Channel;
  recipient: string;
  subject: string | null;
  text: string;
  sent_at: Date;
}

export interface SandboxTables {
  sandbox_messages: SandboxMessages;
}
