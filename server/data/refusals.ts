/** Something that whoever runs the command can put right. Its message says what and how; nothing was changed. */
export class Refused extends Error {}
