// Adds ways to contact the people in the tests.
import { addPushSubscription } from "#contract/messages.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

/** Subscribes a browser of this person to push messages. */
export const subscribeToPush = ({ client, id }: Person) =>
  client.call(addPushSubscription, {
    body: {
      endpoint: `https://fcm.googleapis.com/fcm/send/${id}`,
      keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
    },
  });

export const addEmail = ({ database }: TestServer, { id }: Person) =>
  database.kysely
    .updateTable("people")
    .set({ email: `person-${id}@example.com` })
    .where("id", "=", id)
    .execute();
