// Rose shows Anna something with the camera.
import type { Page } from "playwright-core";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { startVideoCall } from "#contract/help/video-calls.ts";
import { type Person, reyesFamily } from "../people.ts";
import type { TestServer } from "../server.ts";
import { button } from "../steps.ts";
import type { Screen, Visit } from "./visit.ts";

/** A request of Rose's that Anna has taken. */
async function taken(server: TestServer) {
  const { anna, rose } = await reyesFamily(server);
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await anna.client.call(acknowledgeHelpRequest, { params: { id } });
  return { anna, rose, id };
}

const permissions = ["camera", "microphone"];

const openCall = ({ open }: Visit, person: Person, id: number): Promise<Page> =>
  open(`/video-call/${id}`, person, { permissions });

async function showing(visit: Visit) {
  const { anna, rose, id } = await taken(visit.server);
  const roses = await openCall(visit, rose, id);
  await button(roses, "Start the camera").click();
  await roses.getByText("Waiting for Anna to look...").waitFor();
  return { anna, roses, id };
}

/** Safari plays no sound before a tap on a page that has neither camera nor microphone open. */
export const refuseSoundOnce = () => {
  const { play } = HTMLMediaElement.prototype;
  let isRefused = false;
  HTMLMediaElement.prototype.play = function () {
    if (this.muted || isRefused) return play.call(this);
    isRefused = true;
    return Promise.reject(new DOMException("It takes a tap.", "NotAllowedError"));
  };
};

/** Both windows of a running video call. `setUp` runs in Anna's before she looks. */
async function together(visit: Visit, setUp = () => {}) {
  const { anna, roses, id } = await showing(visit);
  const annas = await openCall(visit, anna, id);
  await annas.evaluate(setUp);
  await button(annas, "Look").click();
  await roses.getByText("Anna sees it.").waitFor();
  await annas.waitForFunction(() => (document.querySelector("video")?.videoWidth ?? 0) > 0);
  return { roses, annas };
}

export const videoCallScreens: readonly Screen[] = [
  {
    name: "what Rose can show to the person who helps",
    async show(visit) {
      const { rose, id } = await taken(visit.server);
      const page = await visit.open(`/video-call/${id}`, rose);
      await button(page, "Start the camera").waitFor();
      return page;
    },
  },
  { name: "what Rose shows", show: async (visit) => (await showing(visit)).roses },
  {
    name: "a video call that a daughter can join",
    async show(visit) {
      const { anna, rose, id } = await taken(visit.server);
      const body = { source: "camera", offer: "v=0\r\n" } as const;
      await rose.client.call(startVideoCall, { params: { id }, body });
      const page = await visit.open(`/video-call/${id}`, anna);
      await button(page, "Look").waitFor();
      return page;
    },
  },
  { name: "a running video call", show: async (visit) => (await together(visit)).annas },
  {
    name: "a running video call without sound",
    async show(visit) {
      const { annas } = await together(visit, refuseSoundOnce);
      await button(annas, "Turn on the sound").waitFor();
      return annas;
    },
  },
  {
    name: "the picture of a video call that a daughter draws on",
    async show(visit) {
      const { annas } = await together(visit);
      await button(annas, "Freeze and draw").click();
      await annas.getByRole("application").click({ position: { x: 40, y: 40 } });
      return annas;
    },
  },
];
