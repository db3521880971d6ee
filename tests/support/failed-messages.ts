// Messages that providers refuse for good.
import { vi } from "vitest";
import { createInvitation } from "#contract/invitations.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { sendMessages } from "./due-work.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

export const refusal = "The mail server refused the address";

/** Invites somebody whose address the mail server refuses. Returns the id of the message that was given up. */
export async function failedInvitation(server: TestServer, { client, familyId }: Person): Promise<number> {
  const email = vi
    .spyOn(server.world.senders, "email")
    .mockRejectedValue(new SendError("permanent", refusal, "gone"));
  const body = { name: "Carl", email: "carl@example.com", role: "child", familyId } as const;
  await client.call(createInvitation, { body });
  await sendMessages(server.world);
  email.mockRestore();
  const { id } = await server.database.kysely
    .selectFrom("messages")
    .select("id")
    .where("state", "=", "FAILED")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
