// What this device can show, and why it can't.
import type { VideoSource } from "#contract/help/video-calls.ts";

/** Phones and tablets cannot share their screen from a web page. */
export const canShareScreen = () =>
  typeof navigator.mediaDevices?.getDisplayMedia === "function" && !matchMedia("(pointer: coarse)").matches;

const whyNot: Readonly<Record<string, string>> = {
  NotAllowedError:
    "This device did not let Porchlight do that. You can allow it in the settings of your browser.",
  NotFoundError: "This device has no camera.",
  OverconstrainedError: "This device has no camera.",
  NotReadableError: "Another app is using the camera. Please close it, then try again.",
};

/** Puts the failure of `openSource` into words. The names are those of the Media Capture specification. */
export function sourceProblem(error: unknown): string {
  if (!navigator.mediaDevices) return "The camera only works at an address that begins with https.";
  return (error instanceof DOMException && whyNot[error.name]) || "The camera did not start.";
}

const rearCamera = { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } };

/** Opens the camera or the screen, with the microphone if there is one and it is allowed. */
export async function openSource(source: VideoSource): Promise<MediaStream> {
  const { mediaDevices } = navigator;
  if (source === "camera")
    return mediaDevices
      .getUserMedia({ video: rearCamera, audio: true })
      .catch(() => mediaDevices.getUserMedia({ video: rearCamera }));
  const screen = await mediaDevices.getDisplayMedia({ video: true });
  const voice = await openMicrophone();
  for (const track of voice?.getTracks() ?? []) screen.addTrack(track);
  return screen;
}

/** The microphone, or undefined where there is none or it is not allowed. */
export const openMicrophone = (): Promise<MediaStream | undefined> =>
  (navigator.mediaDevices?.getUserMedia({ audio: true }) ?? Promise.reject()).catch(() => undefined);

export const closeSource = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};
