import { minuteMs } from "#contract/durations.ts";
import { acknowledgeHelpRequest, listHelpRequests } from "#contract/help/requests.ts";
import { sandboxRecordings } from "#dev/sandbox/phone.ts";
import { phoneRecordings } from "#server/features/phone-doors/recordings.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { newPhoneNumber, type reyesFamily } from "#tests/support/people.ts";
import { twilioCallsEnv } from "#tests/support/phone.ts";
import { Call, openDoorOf } from "#tests/support/phone-doors.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

type Family = Awaited<ReturnType<typeof reyesFamily>>;

/** Rose asks for help on her telephone, says more, is called back, and calls again. What she says last is not ready yet. */
export async function telephone({ databaseUrl, clock }: TestServer, { anna, rose }: Family): Promise<void> {
  let isReady = true;
  const recordings = {
    ...sandboxRecordings,
    async fetch(recording: Parameters<typeof sandboxRecordings.fetch>[0]) {
      if (!isReady) throw new SendError("transient", "not yet");
      return await sandboxRecordings.fetch(recording);
    },
  };
  const server = await startServer({ databaseUrl, env: twilioCallsEnv, recordings });
  const { world, clock: ownClock, stop } = server;
  ownClock.advance(clock.now().getTime() - ownClock.now().getTime());
  const phoneNumber = newPhoneNumber();
  await openDoorOf(anna, rose, { phoneNumber });
  const call = new Call(server, phoneNumber, `CA${phoneNumber}`);
  await call.dial();
  await call.press("1");
  await call.press("5");
  await call.say(`RE1${phoneNumber}`);
  await runDue(world, phoneRecordings);
  const [request] = await rose.client.call(listHelpRequests);
  await anna.client.call(acknowledgeHelpRequest, { params: { id: request?.id ?? 0 } });
  ownClock.advance(minuteMs);
  await deliverDue(world);
  isReady = false;
  await call.dial();
  await call.press("3");
  await call.say(`RE2${phoneNumber}`);
  await runDue(world, phoneRecordings);
  await stop();
}
