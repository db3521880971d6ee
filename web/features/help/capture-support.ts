/** Whether two devices can look together. Without HTTPS, a browser also refuses the camera, which is said on a tap. */
export const canLookTogether = (): boolean => "RTCPeerConnection" in window;
