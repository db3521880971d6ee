/** On which every server hears that there is something to deliver, now or soon. */
export const wakingChannel = "help-deliveries";

/** Says so as a column of a statement: heard when it commits. */
export const waking = `pg_notify('${wakingChannel}', '')`;
