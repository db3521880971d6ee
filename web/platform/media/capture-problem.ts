// Explains why the camera or the microphone did not start. The error names come from the Media Capture specification.

type Device = "camera" | "microphone";

const problems: Readonly<Record<string, (device: Device) => string>> = {
  NotAllowedError: () =>
    "This device did not let Porchlight do that. You can allow it in your browser's settings.",
  NotFoundError: (device) => `This device has no ${device}.`,
  OverconstrainedError: (device) => `This device has no ${device}.`,
  NotReadableError: (device) => `Another app is using the ${device}. Please close it, then try again.`,
};

export function captureProblem(error: unknown, device: Device): string {
  if (!navigator.mediaDevices) return `The ${device} only works at an address that begins with https.`;
  return (error instanceof DOMException && problems[error.name]?.(device)) || `The ${device} did not start.`;
}
