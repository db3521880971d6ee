// The steps of the built-in guides. Each sentence is true for most devices, and none uses a word that people don't know.
import type { Drawing, ReadyGuideKey } from "#contract/help/ready-guides.ts";

interface ReadyStep {
  readonly sentence: string;
  readonly drawing: Drawing;
}

export const readySteps: Readonly<Record<ReadyGuideKey, readonly ReadyStep[]>> = {
  internet: [
    { drawing: "router", sentence: "Find the internet box. It is a small box with lights." },
    {
      drawing: "call",
      sentence: "Your home phone and your alarm may stop for a few minutes. Go on only if that's all right.",
    },
    { drawing: "plug-out", sentence: "Pull the box's power plug out of the wall." },
    { drawing: "clock", sentence: "Wait one minute." },
    { drawing: "plug-in", sentence: "Push the plug back in." },
    { drawing: "router", sentence: "Wait five minutes until the lights are steady. Then try again." },
  ],
  "tv-picture": [
    { drawing: "tv", sentence: "Look for a small light on the TV. It shows that the TV has power." },
    { drawing: "plug-in", sentence: "No light? Push the TV's plug firmly into the wall." },
    {
      drawing: "remote",
      sentence: "Turn the TV off with its remote. Wait one minute, and turn it on again.",
    },
    { drawing: "cable", sentence: "Is there a box next to the TV? Push its cables in firmly at both ends." },
    {
      drawing: "plug-out",
      sentence: "Still no picture? Pull out the box's plug, and wait one minute. Then push it back in.",
    },
    { drawing: "clock", sentence: "Wait five minutes. The box needs time to start." },
  ],
  "tv-signal": [
    {
      drawing: "source-button",
      sentence: "Find the “Input” or “Source” button on the TV's own remote.",
    },
    { drawing: "source-button", sentence: "Press it once. A list appears on the TV." },
    { drawing: "tv-list", sentence: "Go to the next line with the arrow keys. Then press “OK”." },
    { drawing: "clock", sentence: "Wait ten seconds for the picture." },
    {
      drawing: "tv-list",
      sentence: "No picture? Try the next line. It is often called “HDMI 1” or “HDMI 2”.",
    },
  ],
  louder: [
    { drawing: "volume-buttons", sentence: "Find the two buttons on the edge of the phone or tablet." },
    { drawing: "volume-buttons", sentence: "Play something, and press one of them several times." },
    { drawing: "volume-buttons", sentence: "Is it quieter now? Then press the other one." },
    {
      drawing: "silent-switch",
      sentence: "Some phones have a small switch for silence. Move it if there is one.",
    },
    { drawing: "call", sentence: "Calls have their own volume. Press the same buttons during a call." },
  ],
  "bigger-text": [
    { drawing: "gear", sentence: "Open “Settings”. Its picture is usually a gear." },
    {
      drawing: "list",
      sentence: "Tap the line with the word “Display”. You may have to move down the list.",
    },
    { drawing: "list", sentence: "Tap the line “Text Size” or “Font size”." },
    { drawing: "slider", sentence: "Move the dot to the right until the words are easy to read." },
  ],
  "hearing-aids": [
    { drawing: "hearing-aid", sentence: "Charge both hearing aids, or put in fresh batteries." },
    { drawing: "hearing-aid", sentence: "Turn both hearing aids off. Then turn them on again." },
    { drawing: "gear", sentence: "Open “Settings” on the phone. Its picture is usually a gear." },
    { drawing: "list", sentence: "Look for the word “Bluetooth”, and tap it. It has to be turned on." },
    { drawing: "hearing-aid-near", sentence: "Hold the phone close to the hearing aids for one minute." },
    {
      drawing: "list",
      sentence: "Find the name of your hearing aids. Tap it if it doesn't say “Connected”.",
    },
  ],
  "voice-mail": [
    { drawing: "call", sentence: "Open the part of the phone where you make calls." },
    { drawing: "keypad", sentence: "Tap “Voicemail”. If you don't see it, hold down the 1 key." },
    { drawing: "voice-mail", sentence: "Listen to one message." },
    {
      drawing: "bin",
      sentence: "Delete it if you don't need it. If you hear a voice, it tells you which key to press.",
    },
    { drawing: "voice-mail", sentence: "Delete the other old messages too. Then people can leave new ones." },
  ],
  "video-call": [
    { drawing: "message", sentence: "Open the message with the link. Only use it if you know who sent it." },
    { drawing: "message", sentence: "Tap the link. It is often blue, with a line under it." },
    { drawing: "allow", sentence: "Are you asked about the camera or the microphone? Tap “Allow”." },
    { drawing: "allow", sentence: "Tap “Join”." },
    {
      drawing: "microphone",
      sentence: "Can nobody hear you? Tap the microphone if there is a line through it.",
    },
  ],
  "tablet-power": [
    { drawing: "charger", sentence: "Plug the charger into the wall, and its cable into the tablet." },
    { drawing: "clock", sentence: "Wait half an hour. An empty tablet stays dark for a while." },
    { drawing: "power-button", sentence: "Hold down the power button on the edge until something appears." },
    {
      drawing: "charger",
      sentence: "Is the screen still dark? Try another outlet, and another charger if you have one.",
    },
  ],
  printer: [
    { drawing: "printer", sentence: "Check that the printer is on. A light or a small screen shows it." },
    { drawing: "paper", sentence: "Look into the paper tray. Put some paper in if it is empty." },
    {
      drawing: "paper-jam",
      sentence: "Is paper stuck? Turn the printer off, and pull the paper out slowly with both hands.",
    },
    { drawing: "printer", sentence: "Turn the printer off. Wait one minute, and turn it on again." },
    { drawing: "printer", sentence: "Look at its small screen. It tells you when it is out of ink." },
    { drawing: "paper", sentence: "Now print again." },
  ],
};
