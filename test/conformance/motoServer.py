"""moto with the answers that it lacks and that a deletion waits for; the installed package stays as it is.

1. DescribeNotificationConfigurations of Auto Scaling: moto has no such thing, so a group has none.
"""
import sys

from moto.autoscaling.responses import AutoScalingResponse
from moto.core.responses import ActionResult


def describe_notification_configurations(self):
    return ActionResult({"NotificationConfigurations": []})


AutoScalingResponse.describe_notification_configurations = describe_notification_configurations

from moto.server import main  # noqa: E402

if __name__ == "__main__":
    main(sys.argv[1:])
