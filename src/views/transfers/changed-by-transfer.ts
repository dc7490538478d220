/** What a transfer or its revert makes out of date, by name: the contracts come with the pages that show it. */
export const CHANGED_BY_TRANSFER = [
  'listContacts',
  'readContact',
  'listTransferHistory',
  'listTransferAttempts',
  'readTransferAttempt',
  'listTransferLogs',
].map((name) => ({ name }));
