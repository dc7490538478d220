import type { EventFromLogic } from 'xstate';
import type { blocksMachine } from '../../../machines/email-templates/blocks.machine.ts';

export type SendBlocks = (command: EventFromLogic<typeof blocksMachine>) => void;
