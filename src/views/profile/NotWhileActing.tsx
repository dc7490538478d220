import { UserRoundX } from 'lucide-react';
import { useApp } from '../_base/use-app.ts';
import { Card } from '../_kit/display/Card.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';

/** Replaces personal sections while logged in as someone else. `what` completes "can see or change …". */
export function NotWhileActing({ what }: { what: string }) {
  const { user } = useApp();
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <Card>
      <EmptyState
        icon={UserRoundX}
        title="Not available while you're logged in as another user"
        text={`You're logged in as ${name}. Only ${name} can see or change ${what}. Select Exit at the top to return to your own account.`}
      />
    </Card>
  );
}
