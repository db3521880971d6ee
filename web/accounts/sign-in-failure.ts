/** The words for a sign-in that failed, whichever way it was tried. */
export const notSignedIn = {
  title: "You are not signed in",
  unreached: "We could not reach Porchlight. Please check your connection and try again.",
};
