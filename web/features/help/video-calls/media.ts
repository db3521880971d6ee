// The camera, the screen or the microphone of this device.
import type { VideoSource } from "#contract/help/video-calls.ts";

/** Phones and tablets cannot share their screen from a web page. */
export const canShareScreen = () =>
  typeof navigator.mediaDevices?.getDisplayMedia === "function" && !matchMedia("(pointer: coarse)").matches;

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
