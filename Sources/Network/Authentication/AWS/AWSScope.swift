package import HTTP
import Text

/// The region and service that a signature of AWS is valid for.
///
///     dynamodb.eu-west-1.amazonaws.com       eu-west-1, dynamodb
///     bucket.s3.dualstack.us-east-1.amazonaws.com   us-east-1, s3
///     iam.amazonaws.com                      us-east-1, iam
package struct AWSScope: Sendable, Hashable {
  package let region: String?
  package let service: String?

  /// Reads region and service from a host's name; both are nil for a host that is not AWS's own.
  package init(host: String) {
    let suffixes = [".amazonaws.com", ".amazonaws.com.cn"]
    guard let suffix = suffixes.first(where: host.hasSuffix) else {
      (region, service) = (nil, nil)
      return
    }
    let labels = host.dropLast(suffix.count).split(separator: ".").filter { $0 != "dualstack" }
    let ending = labels.suffix(2).map(String.init)
    if ending.count == 1 {
      (region, service) = ("us-east-1", ending[0])
    } else if let place = ending.lastIndex(where: Self.isRegion) {
      (region, service) = (ending[place], ending[1 - place])
    } else {
      (region, service) = (nil, nil)
    }
  }

  /// The first field of the keys that neither they nor the host tell: "region", "service", or nil.
  package static func missingField(_ keys: AWSKeys, host: String) -> String? {
    let scope = AWSScope(host: host)
    if keys.region == nil, scope.region == nil { return "region" }
    return keys.service == nil && scope.service == nil ? "service" : nil
  }

  /// True when a label has the form of `eu-west-1` or `us-gov-west-1`: words, then a number.
  private static func isRegion(_ label: String) -> Bool {
    let parts = label.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 3, let number = parts.last, !number.isEmpty else { return false }
    return number.utf8.allSatisfy(ASCII.isDigit)
      && parts.dropLast().allSatisfy { word in
        !word.isEmpty && word.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      }
  }
}
