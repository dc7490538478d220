import { useState } from 'react';

/** The moment a part was first shown: enough for days, not for seconds. */
export const useNow = (): Date => useState(() => new Date())[0];
