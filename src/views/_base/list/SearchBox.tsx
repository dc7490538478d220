import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { type Ref } from 'react';
import { searchBoxMachine } from '../../../machines/contacts/search-box.machine.ts';
import { usePageMachine } from '../use-page-machine.ts';
import { useTold } from '../use-told.ts';
import { TextField } from '../../_kit/controls/TextField.tsx';

interface SearchBoxProps {
  /** Current search text of the scope. */
  value: string;
  onSearch: (text: string) => void;
  /** Accessible label of the search. */
  label?: string;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}

/** Search as you type; Enter does not wait. */
export function SearchBox(props: SearchBoxProps) {
  const { value, onSearch, label = 'Search contacts', placeholder = 'Name, phone, e-mail, city', ref } = props;
  const actor = usePageMachine(searchBoxMachine.provide({ actions: { apply: (_, { text }) => onSearch(text) } }), {
    input: { text: value },
  });
  const { send } = actor;
  const state = useSelector(actor, (now) => now);
  useTold(actor, { type: 'search.adopt', text: value });
  return (
    <search className="search-box">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: 'search.submit' });
        }}
      >
        <TextField
          {...(ref && { ref })}
          type="search"
          label={label}
          labelHidden
          icon={Search}
          placeholder={placeholder}
          autoComplete="off"
          value={state.context.text}
          aria-busy={state.hasTag('waiting')}
          onChange={(event) => send({ type: 'search.type', text: event.currentTarget.value })}
        />
      </form>
    </search>
  );
}
