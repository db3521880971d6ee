/** Stands for the operator in what members read. Most of them don't know who that is. */
export const operatorName = "The person who runs this server";
