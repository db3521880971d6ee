// The addresses that a provider asks during a call of ours. The token names the messages, and the number that they went to.

export const answerPathOf = (token: string): string => `/calls/${token}`;
export const keysPathOf = (token: string): string => `/calls/${token}/keys`;
export const endPathOf = (token: string): string => `/calls/${token}/end`;
