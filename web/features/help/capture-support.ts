// What this browser can do at all. Without HTTPS it also refuses the camera and the microphone, which is said on a tap.

/** Whether two devices can look together. */
export const canLookTogether = (): boolean => "RTCPeerConnection" in window;

export const canRecord = (): boolean => "MediaRecorder" in window;
