/** The text that replaces secrets and card data in responses, in the journal and in logs. This file imports nothing. */
export const redactedText = '…';
