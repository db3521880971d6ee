// Messages that providers refuse for good.
import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { createInvitation } from "#contract/invitations.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { sendMessages } from "./due-work.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

export const refusal = "The mail server refused the address";

/** Invites somebody whose address the mail server refuses. Returns the message that was given up. */
export async function failedInvitation(
  server: TestServer,
  { client, familyId }: Person,
): Promise<{ id: number; email: string }> {
  const refused = vi
    .spyOn(server.world.senders, "email")
    .mockRejectedValue(new SendError("permanent", refusal, "gone"));
  // Nothing more is sent to an address that was refused, so each has its own.
  const email = `carl.${randomUUID()}@example.com`;
  const invitation = await client.call(createInvitation, {
    body: { name: "Carl", email, role: "child", familyId },
  });
  await sendMessages(server.world);
  refused.mockRestore();
  const { id } = await server.database.kysely
    .selectFrom("messages")
    .select("id")
    .where("kind", "=", "invitation")
    .where("subject_id", "=", invitation.id)
    .where("state", "=", "FAILED")
    .executeTakeFirstOrThrow();
  return { id, email };
}
