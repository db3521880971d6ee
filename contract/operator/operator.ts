/** What people read where the operator did something, whom most of them don't know by name. */
export const operatorName = "The person who runs this server";
