import {
  addPushSubscription,
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
  recordArrival,
} from "#contract/notifications.ts";
import { type Route, route } from "../http/route.ts";
import { vapidKeys } from "../senders/push/vapid.ts";
import type { World } from "../world.ts";
import { subscribe, subscriptionsOf, unsubscribe } from "./push-subscriptions.ts";
import * as receipts from "./receipts.ts";

export const notificationRoutes = (world: World): Route[] => {
  const { kysely: db } = world.database;
  return [
    route(getPushKey, () => ({ publicKey: vapidKeys(world.secrets).publicKey })),
    route(listPushSubscriptions, ({ person }) => subscriptionsOf(db, person, world.clock.now())),
    route(addPushSubscription, ({ person, body }) => subscribe(world, person, body)),
    route(deletePushSubscription, ({ person, params }) => unsubscribe(db, person, params.id)),
    route(recordArrival, ({ params }) => receipts.recordArrival(world, params.token)),
  ];
};
